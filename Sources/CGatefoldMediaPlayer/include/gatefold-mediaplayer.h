/* SPDX-License-Identifier: MPL-2.0 */
/*
 * Shows what a program plays on the desktop, and brings it the desktop's commands: media keys,
 * headset buttons, widgets, playerctl (MPRIS 2.2).
 *
 * The program makes the sound, and tells what it plays when that changes; the position runs on by
 * itself. The library does its work on a thread of its own. It calls the program in one place only,
 * gatefold_mediaplayer_dispatch, so that any loop will do: watch gatefold_mediaplayer_fd in it.
 *
 * Every function may be called from any thread; texts are UTF-8 and are copied.
 */

#ifndef GATEFOLD_MEDIAPLAYER_H
#define GATEFOLD_MEDIAPLAYER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A player on the desktop. */
typedef struct gatefold_mediaplayer gatefold_mediaplayer;

typedef enum {
    GATEFOLD_STOPPED,
    GATEFOLD_PLAYING,
    GATEFOLD_PAUSED
} gatefold_status;

typedef enum {
    GATEFOLD_LOOP_NONE,
    GATEFOLD_LOOP_TRACK,
    GATEFOLD_LOOP_PLAYLIST
} gatefold_loop;

/* What the desktop can ask; bits of the mask that says what the program can do. */
typedef enum {
    GATEFOLD_PLAY = 1 << 0,
    GATEFOLD_PAUSE = 1 << 1,
    GATEFOLD_TOGGLE = 1 << 2,
    GATEFOLD_STOP = 1 << 3,
    GATEFOLD_NEXT = 1 << 4,
    GATEFOLD_PREVIOUS = 1 << 5,
    /* The value is the distance in microseconds, not negative. */
    GATEFOLD_SKIP_FORWARD = 1 << 8,
    GATEFOLD_SKIP_BACKWARD = 1 << 9,
    /* The value is the position in microseconds. */
    GATEFOLD_SET_POSITION = 1 << 10,
    /* The value is the rate. */
    GATEFOLD_SET_RATE = 1 << 11,
    /* The value is a gatefold_loop. */
    GATEFOLD_SET_LOOP = 1 << 12,
    /* The value is 0 or 1. */
    GATEFOLD_SET_SHUFFLE = 1 << 13,
    /* The value is the volume, 0…1. */
    GATEFOLD_SET_VOLUME = 1 << 30
} gatefold_command;

/*
 * What is playing. What is zero, or negative where zero means something, is not known; begin with
 * GATEFOLD_INFO_INIT.
 */
typedef struct {
    /* sizeof(gatefold_info), so that later versions can have more. */
    uint32_t size;
    gatefold_status status;
    /* Where playback is at this moment. */
    int64_t position_us;
    int64_t length_us;
    /* The speed while it plays; 1 is as recorded. */
    double rate;
    double volume;
    gatefold_loop loop;
    bool shuffle;
    bool is_live;
    int32_t track_number;
    int32_t disc_number;
    /* Tells tracks apart; without it, the texts do. */
    const char *id;
    const char *title;
    const char *artist;
    const char *album;
    const char *album_artist;
    const char *genre;
    const char *composer;
    const char *url;
    /* The path of an image file, or an http(s) address. */
    const char *artwork;
} gatefold_info;

#define GATEFOLD_INFO_INIT \
    { sizeof(gatefold_info), GATEFOLD_STOPPED, 0, -1, 1.0, 1.0, GATEFOLD_LOOP_NONE, false, false, \
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Called by gatefold_mediaplayer_dispatch. */
typedef void (*gatefold_handler)(gatefold_mediaplayer *player, gatefold_command command,
                                 double value, void *user_data);

/*
 * A player that is not shown yet. NULL for any of the texts is what can be found out from the
 * program's own name: the end of the bus name (org.mpris.MediaPlayer2.…), the name for people, and
 * the desktop file's name without ".desktop". They count for the first player of a process.
 */
gatefold_mediaplayer *gatefold_mediaplayer_new(const char *name, const char *identity,
                                               const char *desktop_entry);

/* Takes the player off the desktop. NULL does nothing. Not from within a handler. */
void gatefold_mediaplayer_free(gatefold_mediaplayer *player);

/* Tells what is playing; NULL is nothing. Call it when something changes, not periodically. */
void gatefold_mediaplayer_set_info(gatefold_mediaplayer *player, const gatefold_info *info);

/*
 * Says what the program can do now: bits of gatefold_command. What is not among them is not offered,
 * and never comes.
 */
void gatefold_mediaplayer_set_commands(gatefold_mediaplayer *player, uint32_t commands);

/* Says who gets the commands; NULL is nobody. */
void gatefold_mediaplayer_set_handler(gatefold_mediaplayer *player, gatefold_handler handler,
                                      void *user_data);

/* A descriptor that is readable while there are commands to dispatch; it belongs to the player. */
int gatefold_mediaplayer_fd(gatefold_mediaplayer *player);

/* Calls the handler for each command that has come, on the calling thread. Does not wait. */
void gatefold_mediaplayer_dispatch(gatefold_mediaplayer *player);

#ifdef __cplusplus
}
#endif

#endif
