/* SPDX-License-Identifier: MPL-2.0 */
/* GStreamer for Swift: the headers, and inline functions for what Swift cannot import. */

#ifndef GATEFOLD_GSTREAMER_SHIM_H
#define GATEFOLD_GSTREAMER_SHIM_H

#include <gst/audio/streamvolume.h>
#include <gst/gst.h>
#include <stdint.h>

/* g_object_set is variadic; the name says the property's type. */
static inline void gatefold_set_string(void *object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}

static inline void gatefold_set_int(void *object, const char *property, int value) {
    g_object_set(object, property, value, NULL);
}

static inline void gatefold_set_int64(void *object, const char *property, int64_t value) {
    g_object_set(object, property, (gint64)value, NULL);
}

static inline void gatefold_set_boxed(void *object, const char *property, const void *value) {
    g_object_set(object, property, value, NULL);
}

static inline gboolean gatefold_has_property(void *object, const char *property) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), property) != NULL;
}

/* A new reference. */
static inline void *gatefold_object_property(void *object, const char *property) {
    void *value = NULL;
    g_object_get(object, property, &value, NULL);
    return value;
}

/* A copy, for g_free; NULL where there is no such property. */
static inline char *gatefold_string_property(void *object, const char *property) {
    char *value = NULL;
    if (gatefold_has_property(object, property)) g_object_get(object, property, &value, NULL);
    return value;
}

/* A list and its references. */
static inline void gatefold_free_objects(GList *list) {
    g_list_free_full(list, (GDestroyNotify)gst_object_unref);
}

/* A signal with one object as its argument. */
static inline void gatefold_connect_object(void *object, const char *signal,
                                           void (*callback)(void *, void *, void *), void *data,
                                           GClosureNotify release) {
    g_signal_connect_data(object, signal, G_CALLBACK(callback), data, release, (GConnectFlags)0);
}

/* A signal without arguments. */
static inline void gatefold_connect_plain(void *object, const char *signal,
                                          void (*callback)(void *, void *), void *data,
                                          GClosureNotify release) {
    g_signal_connect_data(object, signal, G_CALLBACK(callback), data, release, (GConnectFlags)0);
}

/* The structure that a value holds; NULL if it holds something else. */
static inline const GstStructure *gatefold_structure(const GValue *value) {
    return GST_VALUE_HOLDS_STRUCTURE(value) ? gst_value_get_structure(value) : NULL;
}

/* What samples are multiplied by. */
static inline void gatefold_set_volume(void *element, double factor, gboolean mute) {
    gst_stream_volume_set_volume(GST_STREAM_VOLUME(element), GST_STREAM_VOLUME_FORMAT_LINEAR,
                                 factor);
    gst_stream_volume_set_mute(GST_STREAM_VOLUME(element), mute);
}

/* gst_event_unref and its like are inline in one version and exported in another. */
static inline void gatefold_event_unref(GstEvent *event) { gst_event_unref(event); }
static inline void gatefold_message_unref(GstMessage *message) { gst_message_unref(message); }
static inline void gatefold_caps_unref(GstCaps *caps) { gst_caps_unref(caps); }
static inline void gatefold_query_unref(GstQuery *query) { gst_query_unref(query); }

#endif
