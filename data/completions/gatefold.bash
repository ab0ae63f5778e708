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
        repeat replay-gain queue playlists search library favourite stars source charts
        status quit help"
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
    play:--*)
        _gatefold_words "$word" "--playlist --album --artist --genre --search --source --help" &&
            return
        ;;
    search:--*) _gatefold_words "$word" "--type --source --limit --json --help" && return ;;
    charts:--*) _gatefold_words "$word" "--source --genre --type --limit --json --help" && return ;;
    source:--*)
        case $action in
        add) options="--user --name --country --storefront --key-file --key-id --team-id --user-token --help" ;;
        show) options="--type --limit --json --help" ;;
        "" | list | --*) options="--json --help" ;;
        *) options="--help" ;;
        esac
        _gatefold_words "$word" "$options" && return
        ;;
    library:--*)
        case $action in
        add) options="--background --help" ;;
        scan) options="--background --cancel --help" ;;
        stats) options="--json --help" ;;
        top) options="--limit --json --help" ;;
        recent) options="--added --limit --json --help" ;;
        *) options="--help" ;;
        esac
        _gatefold_words "$word" "$options" && return
        ;;
    playlists:--*)
        case $action in
        export) options="--force --help" ;;
        "" | import | --*) options="--help" ;;
        *) options="--source --help" ;;
        esac
        _gatefold_words "$word" "$options" && return
        ;;
    *:--*) _gatefold_words "$word" "--help" && return ;;
    esac
    case $command:$COMP_CWORD:$action in
    help:2:*) _gatefold_words "$word" "$commands" ;;
    play:*) _gatefold_paths "$word" ;;
    shuffle:2:*) _gatefold_words "$word" "on off" ;;
    repeat:2:*) _gatefold_words "$word" "off one all" ;;
    replay-gain:2:*) _gatefold_words "$word" "off track album" ;;
    favourite:2:*) _gatefold_words "$word" "on off" ;;
    stars:2:*) _gatefold_words "$word" "0 1 2 3 4 5" ;;
    search:*)
        [[ ${COMP_WORDS[COMP_CWORD - 1]} == --type ]] &&
            _gatefold_words "$word" "song album artist playlist"
        ;;
    source:2:*) _gatefold_words "$word" "list show add remove test" ;;
    source:3:add) _gatefold_words "$word" "subsonic itunes apple-music radio listenbrainz" ;;
    source:*:show)
        [[ ${COMP_WORDS[COMP_CWORD - 1]} == --type ]] &&
            _gatefold_words "$word" "song album artist playlist station"
        ;;
    charts:*)
        [[ ${COMP_WORDS[COMP_CWORD - 1]} == --type ]] &&
            _gatefold_words "$word" "song album artist playlist"
        ;;
    library:2:*) _gatefold_words "$word" "status add remove scan stats top recent" ;;
    library:*:add | library:*:remove) _gatefold_paths "$word" ;;
    playlists:2:*)
        _gatefold_words "$word" "show create rename add remove move delete import export"
        ;;
    playlists:3:import | playlists:[4-9]*:create | playlists:[4-9]*:add | playlists:4:export)
        _gatefold_paths "$word"
        ;;
    volume:2:*) _gatefold_words "$word" "mute unmute toggle 25% 50% 75% 100% +5% -5%" ;;
    queue:2:*) _gatefold_words "$word" "list add next move remove jump clear save" ;;
    queue:*:add | queue:*:next) _gatefold_paths "$word" ;;
    esac
}

complete -F _gatefold gatefold
