#!/usr/bin/python3
# SPDX-License-Identifier: MPL-2.0
"""Has a real GNOME Shell show and steer the built daemon and the example apps, without a screen.

Clicks go through the shell's own input path, media keys through gnome-settings-daemon. Each time the
player itself is asked whether it did what was clicked. For GNOME 43 (Debian 12): the names of the
shell's parts are its own. meson-wrapper/check --desktop runs this on a bus and in a home of its own.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio, GLib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build/debug"
ALBUM = str(ROOT / "data/demo-album")
MEDIA_KEYS = "/usr/libexec/gsd-media-keys"
PATH = "/org/mpris/MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
# What is shown and steered, how it is started, and what becomes of it at the stop key, if it takes that.
PLAYERS = [
    ("gatefold", ["gatefoldd", "--audio-sink", "none", ALBUM],
     ("it is stopped", lambda desktop: desktop.player("PlaybackStatus") == "Stopped")),
    ("NowPlayingPublisher", ["NowPlayingPublisher"], None),
    ("QueuePlayer", ["QueuePlayer", ALBUM],
     ("it has left the bus", lambda desktop: not desktop.owned(desktop.name))),
    ("HybridPlayer", ["HybridPlayer", ALBUM],
     ("an announcement begins", lambda desktop: desktop.title == "Announcement")),
]

# The codes that a keyboard or a headset sends (linux/input-event-codes.h).
NEXT_SONG, PLAY_PAUSE, PREVIOUS_SONG, STOP, PLAY_CD, PAUSE_CD = 163, 164, 165, 166, 200, 201

SYSTEM_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={}</listen><policy context="default">
<allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
"""

# A pointer and a keyboard, and the entry of a player in the calendar menu.
PREPARATION = """
Main.overview.hide();
Main.messageTray.getSources().forEach(source => source.destroy());
const {Clutter, GLib} = imports.gi;
const seat = Clutter.get_default_backend().get_default_seat();
const pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
const keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
const pause = ms => new Promise(done => GLib.timeout_add(0, ms, () => { done(); return false; }));
const now = () => GLib.get_monotonic_time();
globalThis.gatefoldClick = async actor => {
    const [x, y] = actor.get_transformed_position(), [w, h] = actor.get_transformed_size();
    pointer.notify_absolute_motion(now(), x + w / 2 - 3, y + h / 2);
    await pause(100);
    pointer.notify_absolute_motion(now(), x + w / 2, y + h / 2);
    await pause(100);
    pointer.notify_button(now(), Clutter.BUTTON_PRIMARY, Clutter.ButtonState.PRESSED);
    await pause(100);
    pointer.notify_button(now(), Clutter.BUTTON_PRIMARY, Clutter.ButtonState.RELEASED);
};
globalThis.gatefoldKey = async code => {
    keyboard.notify_key(now(), code, Clutter.KeyState.PRESSED);
    await pause(100);
    keyboard.notify_key(now(), code, Clutter.KeyState.RELEASED);
};
globalThis.gatefoldMenu = Main.panel.statusArea.dateMenu;
globalThis.gatefoldEntry = () => gatefoldMenu._messageList._mediaSection._messages
    .find(message => message._player._busName == gatefoldName);
0
"""


class Failure(Exception):
    """What did not happen."""


def eventually(what, condition, seconds=60):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(what)
        time.sleep(0.1)
    print("ok:", what)


class Desktop:
    """The session bus with a shell and a player on it."""

    def __init__(self, stack, folder):
        self.stack = stack
        self.folder = folder
        self.name = ""
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def start(self, *arguments, **environment):
        """Runs a program until the end of all."""
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                arguments, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def call(self, name, path, interface, method, arguments):
        """What a method answers, as Python values."""
        return self.bus.call_sync(
            name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 30000, None
        ).unpack()

    def owned(self, name):
        """Whether somebody has a name."""
        return self.call(
            "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner",
            GLib.Variant("(s)", (name,)),
        )[0]

    def player(self, property_name):
        """A property of the player."""
        return self.call(
            self.name, PATH, "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", (PLAYER, property_name)),
        )[0]

    @property
    def title(self):
        """What the player plays."""
        return self.player("Metadata").get("xesam:title")

    def shell(self, expression):
        """The value of a JavaScript expression in the shell."""
        done, value = self.call(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval",
            GLib.Variant("(s)", (expression,)),
        )
        return json.loads(value) if done and value else None

    def click(self, actor):
        """Clicks on an actor of the shell, given as an expression."""
        self.shell(f"gatefoldClick({actor}); 0")

    def press(self, code):
        """Presses a key; the next one is lost unless this one is up again."""
        self.shell(f"gatefoldKey({code}); 0")
        time.sleep(0.4)

    def status(self, what, status):
        """Waits until the player has a status."""
        eventually(what, lambda: self.player("PlaybackStatus") == status)


def begin(desktop):
    """Starts what a session has: logind, the shell, the media keys."""
    address = desktop.folder / "system"
    configuration = desktop.folder / "system.conf"
    configuration.write_text(SYSTEM_BUS.format(address), encoding="utf-8")
    system = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={address}"}
    desktop.start("dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile")
    eventually("a system bus", address.exists)
    desktop.start("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind", **system)
    desktop.start(
        "gnome-shell", "--wayland", "--headless", "--virtual-monitor", "1280x800",
        "--unsafe-mode", "--no-x11", XDG_SESSION_TYPE="wayland", XDG_CURRENT_DESKTOP="GNOME",
        GSETTINGS_BACKEND="memory", LIBGL_ALWAYS_SOFTWARE="1", NO_AT_BRIDGE="1", G_DEBUG="",
        **system,
    )
    eventually("the shell is on the bus", lambda: desktop.owned("org.gnome.Shell"))
    eventually("the shell is ready", lambda: is_ready(desktop))
    desktop.shell(PREPARATION)
    desktop.start(MEDIA_KEYS, GSETTINGS_BACKEND="memory", G_DEBUG="")
    eventually(
        "media keys are served", lambda: desktop.owned("org.gnome.SettingsDaemon.MediaKeys")
    )


def is_ready(desktop):
    """Whether the shell has started; its object comes after its name."""
    try:
        return desktop.shell("Main.layoutManager._startingUp") is False
    except GLib.Error:
        return False


def click_through(desktop):
    """The media controls in the calendar menu."""
    desktop.click("gatefoldMenu")
    eventually("a click opens the menu", lambda: desktop.shell("gatefoldMenu.menu.isOpen"))
    eventually("the player is in it", lambda: desktop.shell("gatefoldEntry() != null"))
    eventually(
        "with its title",
        lambda: desktop.shell("gatefoldEntry().titleLabel.text") == desktop.title,
    )
    eventually(
        "and its artist",
        lambda: desktop.shell("gatefoldEntry().bodyLabel.text")
        == ", ".join(desktop.player("Metadata")["xesam:artist"]),
    )
    eventually(
        "and its picture",
        lambda: desktop.shell("gatefoldEntry()._player.trackCoverUrl").startswith("file:///")
        and desktop.shell("gatefoldEntry()._icon.gicon.get_file().query_exists(null)"),
    )
    eventually(
        "Next is live, and Previous where there is one",
        lambda: desktop.shell("[gatefoldEntry()._prevButton.reactive, "
                              "gatefoldEntry()._nextButton.reactive]")
        == [desktop.player("CanGoPrevious"), True],
    )
    desktop.click("gatefoldEntry()._playPauseButton")
    desktop.status("a click pauses", "Paused")
    eventually(
        "and the button shows it",
        lambda: desktop.shell("gatefoldEntry()._playPauseButton.child.icon_name")
        == "media-playback-start-symbolic",
    )
    desktop.click("gatefoldEntry()._playPauseButton")
    desktop.status("a click plays", "Playing")
    first = desktop.title
    desktop.click("gatefoldEntry()._nextButton")
    eventually("a click goes on", lambda: desktop.title != first)
    eventually(
        "and the entry follows",
        lambda: desktop.shell("gatefoldEntry().titleLabel.text") == desktop.title,
    )
    eventually(
        "and Previous is live", lambda: desktop.shell("gatefoldEntry()._prevButton.reactive")
    )
    desktop.click("gatefoldEntry()._prevButton")
    eventually("a click goes back", lambda: desktop.title == first)


def press_keys(desktop):
    """Media keys, and those that a headset sends."""
    desktop.shell("Main.panel.closeCalendar(); 0")
    # Its grabs in the shell come a moment after its name: the first press may be too early.
    eventually("the play key pauses", lambda: toggled(desktop, "Paused"))
    desktop.press(PLAY_PAUSE)
    desktop.status("the play key plays", "Playing")
    first = desktop.title
    desktop.press(NEXT_SONG)
    eventually("the next key goes on", lambda: desktop.title != first)
    desktop.press(PREVIOUS_SONG)
    eventually("the previous key goes back", lambda: desktop.title == first)
    desktop.press(PAUSE_CD)
    desktop.status("a headset's pause pauses", "Paused")
    desktop.press(PLAY_CD)
    desktop.status("a headset's play plays", "Playing")


def toggled(desktop, status):
    """Presses the play key unless the player has a status."""
    if desktop.player("PlaybackStatus") != status:
        desktop.press(PLAY_PAUSE)
    return desktop.player("PlaybackStatus") == status


def show_and_steer(desktop, name, command, stopped):
    """One player, from its start to its end."""
    print(f"{name}:")
    desktop.name = f"org.mpris.MediaPlayer2.{name}"
    desktop.shell(f"globalThis.gatefoldName = '{desktop.name}'; 0")
    process = desktop.start(
        str(BUILT / command[0]), *command[1:], GATEFOLD_AUDIO_SINK="none"
    )
    eventually("the player is on the bus", lambda: desktop.owned(desktop.name))
    desktop.status("it plays", "Playing")
    click_through(desktop)
    press_keys(desktop)
    if stopped:
        desktop.press(STOP)
        eventually(f"after the stop key {stopped[0]}", lambda: stopped[1](desktop))
    process.kill()
    eventually("it leaves the bus", lambda: not desktop.owned(desktop.name))


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        desktop = Desktop(stack, folder)
        try:
            begin(desktop)
            for player in PLAYERS:
                show_and_steer(desktop, *player)
        except (Failure, GLib.Error) as failure:
            print("did not happen:", failure)
            print((folder / "log").read_text(encoding="utf-8", errors="replace")[-3000:])
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
