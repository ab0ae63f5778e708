# SPDX-License-Identifier: MPL-2.0
# bash completion for gatefoldd(1)

_gatefoldd() {
    local word=$2 before=$3
    case $before in
    --audio-sink)
        mapfile -t COMPREPLY < <(compgen -W "autoaudiosink pulsesink pipewiresink alsasink" -- "$word")
        return
        ;;
    --log-level)
        mapfile -t COMPREPLY < <(compgen -W "error warning info debug" -- "$word")
        return
        ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(
            compgen -W "--audio-sink --log-level --no-restore --help --version" -- "$word"
        )
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -F _gatefoldd gatefoldd
