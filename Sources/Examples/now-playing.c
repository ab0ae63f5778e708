/* SPDX-License-Identifier: MPL-2.0 */
/*
 * Shows a player of one's own on the desktop, in C:
 *
 *     cc now-playing.c $(pkg-config --cflags --libs gatefold-mediaplayer) -o now-playing-c
 *
 * Try `playerctl -p now-playing-c next`. It plays silence: what an app does with sound, this does
 * with a clock.
 */

#include <gatefold-mediaplayer.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>

struct piece {
    const char *title;
    int64_t length_us;
};

static const struct piece pieces[] = {
    {"Morning", 60000000}, {"Noon", 90000000}, {"Night", 273000000}};
static const int piece_count = 3;

struct silence {
    int index;
    int64_t position_us;
    /* When the clock was started; 0 while paused. */
    int64_t start_us;
};

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static int64_t position_us(const struct silence *silence) {
    return silence->position_us + (silence->start_us ? now_us() - silence->start_us : 0);
}

/* Tells the desktop; nothing has to be told while it plays on. */
static void publish(gatefold_mediaplayer *player, const struct silence *silence) {
    gatefold_info info = GATEFOLD_INFO_INIT;
    info.status = silence->start_us ? GATEFOLD_PLAYING : GATEFOLD_PAUSED;
    info.position_us = position_us(silence);
    info.length_us = pieces[silence->index].length_us;
    info.title = pieces[silence->index].title;
    info.artist = "The Unheard";
    gatefold_mediaplayer_set_info(player, &info);
}

static void move_to(struct silence *silence, int index, int64_t position) {
    silence->index = (index + piece_count) % piece_count;
    silence->position_us = position;
    if (silence->start_us) silence->start_us = now_us();
}

static void set_playing(struct silence *silence, int is_playing) {
    silence->position_us = position_us(silence);
    silence->start_us = is_playing ? now_us() : 0;
}

static void handle(gatefold_mediaplayer *player, gatefold_command command, double value,
                   void *user_data) {
    struct silence *silence = user_data;
    switch (command) {
    case GATEFOLD_PLAY: set_playing(silence, 1); break;
    case GATEFOLD_PAUSE: set_playing(silence, 0); break;
    case GATEFOLD_NEXT: move_to(silence, silence->index + 1, 0); break;
    case GATEFOLD_PREVIOUS: move_to(silence, silence->index - 1, 0); break;
    case GATEFOLD_SET_POSITION: move_to(silence, silence->index, (int64_t)value); break;
    default: return;
    }
    publish(player, silence);
}

int main(void) {
    struct silence silence = {0, 0, now_us()};
    gatefold_mediaplayer *player = gatefold_mediaplayer_new("now-playing-c", "Silence in C", NULL);
    gatefold_mediaplayer_set_handler(player, handle, &silence);
    gatefold_mediaplayer_set_commands(player, GATEFOLD_PLAY | GATEFOLD_PAUSE | GATEFOLD_NEXT |
                                                  GATEFOLD_PREVIOUS | GATEFOLD_SET_POSITION);
    publish(player, &silence);
    printf("Playing. Steer it with playerctl, media keys or a widget; Ctrl-C ends it.\n");
    fflush(stdout);

    struct pollfd commands = {gatefold_mediaplayer_fd(player), POLLIN, 0};
    for (;;) {
        poll(&commands, 1, 1000);
        gatefold_mediaplayer_dispatch(player);
        if (position_us(&silence) < pieces[silence.index].length_us) continue;
        move_to(&silence, silence.index + 1, 0);
        publish(player, &silence);
    }
}
