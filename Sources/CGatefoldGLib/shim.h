/* SPDX-License-Identifier: MPL-2.0 */
/* GLib for Swift: the headers, and inline functions for what Swift cannot import. */

#ifndef GATEFOLD_GLIB_SHIM_H
#define GATEFOLD_GLIB_SHIM_H

#include <glib-unix.h>
#include <sys/eventfd.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <time.h>

/* CLOCK_MONOTONIC, which GLib rounds to microseconds. */
static inline int64_t gatefold_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* A descriptor that becomes readable when the time that was set is over. Declared here, because
   <sys/timerfd.h> would make the types of time those of this module; struct itimerspec is four numbers:
   seconds and nanoseconds of repetition, and those until it is over. */
static inline int gatefold_alarm_new(void) {
    extern int timerfd_create(clockid_t clock, int flags);
    return timerfd_create(CLOCK_MONOTONIC, O_CLOEXEC | O_NONBLOCK); /* as the TFD_ flags are */
}

/* Zero puts the alarm off. */
static inline void gatefold_alarm_set(int descriptor, long nanoseconds) {
    extern int timerfd_settime(int descriptor, int flags, const void *setting, void *earlier);
    const long setting[4] = {0, 0, nanoseconds / 1000000000, nanoseconds % 1000000000};
    timerfd_settime(descriptor, 0, setting, NULL);
}

/* Two heaps for all threads, that give back what is freed. By itself glibc makes a heap for each
   thread that comes, and keeps ever larger blocks in them once one was freed: a player whose
   threads come and go with its tracks then holds several times what it uses. With a single heap
   the threads of a scan of the library spend most of their time waiting for each other. */
static inline void gatefold_keep_heap_small(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

/* Raises the limit of open files to a number where it is lower; whether so many may be open. */
static inline int gatefold_may_open_files(unsigned number) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= number) return 1;
    limit.rlim_cur = number;
    return limit.rlim_max >= number && setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* Who starts a program with SIGHUP ignored, as nohup does, wants it to outlive the terminal. */
static inline int gatefold_ignores_signal(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* What lies free between what is used, too, which glibc otherwise keeps. */
static inline void gatefold_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* Where there is a thread sanitizer: what is done before gatefold_release comes before what is done
   after gatefold_acquire of the same address. It does not see the locks of GLib and of Swift's library,
   which are built without it. */
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static inline void gatefold_acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

static inline void gatefold_release(void *address) {
    if (__tsan_release) __tsan_release(address);
}

/* Swift's runtime hands the jobs of no actor to this function, where there is one
   (swift/Runtime/Concurrency.h); it is called as Swift calls. */
typedef __attribute__((swiftcall)) void (*gatefold_enqueue_hook)(void *job, void *original);
extern gatefold_enqueue_hook swift_task_enqueueGlobal_hook;
extern __attribute__((swiftcall)) void swift_job_run(void *job, void *identity,
                                                     void *implementation);

static inline void gatefold_run_job(gpointer job, gpointer data) {
    (void)data;
    gatefold_acquire(job);
    swift_job_run(job, NULL, NULL);
}

/* Made by the first call, which comes before there are others. */
static inline GThreadPool *gatefold_job_pool(void) {
    static GThreadPool *pool;
    if (pool == NULL) pool = g_thread_pool_new(gatefold_run_job, NULL, 2, FALSE, NULL);
    return pool;
}

static inline __attribute__((swiftcall)) void gatefold_enqueue_job(void *job, void *original) {
    (void)original;
    gatefold_release(job);
    g_thread_pool_push(gatefold_job_pool(), job, NULL);
}

/* Has jobs of no actor run on threads of GLib, which end when they are idle. */
static inline void gatefold_run_jobs_on_glib(void) {
    gatefold_job_pool();
    swift_task_enqueueGlobal_hook = gatefold_enqueue_job;
}

/* A file descriptor source calls back with another type than GSourceFunc. */
static inline void gatefold_unix_fd_source_set_callback(GSource *source, GUnixFDSourceFunc function,
                                                        gpointer data, GDestroyNotify destroy) {
    g_source_set_callback(source, G_SOURCE_FUNC(function), data, destroy);
}

/* So does a child watch source. */
static inline void gatefold_child_watch_source_set_callback(GSource *source,
                                                            GChildWatchFunc function, gpointer data,
                                                            GDestroyNotify destroy) {
    g_source_set_callback(source, G_SOURCE_FUNC(function), data, destroy);
}

#endif
