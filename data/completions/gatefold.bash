# SPDX-License-Identifier: MPL-2.0
# bash completion for gatefold(1)

# Files and folders, with what a shell would have to quote left to readline.
_gatefold_paths() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_gatefold_words() {
    mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
}

_gatefold() {
    local word=$2 command=${COMP_WORDS[1]} action=${COMP_WORDS[2]} options="--all --help"
    local commands="play pause resume toggle stop next previous restart seek volume rate shuffle
        repeat queue playlists status quit help"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _gatefold_words "$word" "$commands --help --version"
        return
    fi
    case $command:$word in
    status:*) _gatefold_words "$word" "--json --follow --help" && return ;;
    queue:--*)
        [[ $action == save ]] && options="--force --help"
        _gatefold_words "$word" "$options" && return
        ;;
    play:--*) _gatefold_words "$word" "--playlist --help" && return ;;
    *:--*) _gatefold_words "$word" "--help" && return ;;
    esac
    case $command:$COMP_CWORD:$action in
    help:2:*) _gatefold_words "$word" "$commands" ;;
    play:*) _gatefold_paths "$word" ;;
    shuffle:2:*) _gatefold_words "$word" "on off" ;;
    repeat:2:*) _gatefold_words "$word" "off one all" ;;
    volume:2:*) _gatefold_words "$word" "mute unmute toggle 25% 50% 75% 100% +5% -5%" ;;
    queue:2:*) _gatefold_words "$word" "list add next move remove jump clear save" ;;
    queue:*:add | queue:*:next) _gatefold_paths "$word" ;;
    esac
}

complete -F _gatefold gatefold
