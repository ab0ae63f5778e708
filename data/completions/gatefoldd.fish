# SPDX-License-Identifier: MPL-2.0
# fish completion for gatefoldd(1)

complete -c gatefoldd -l audio-sink -x -d 'Where the sound goes' \
    -a 'autoaudiosink pulsesink pipewiresink alsasink'
complete -c gatefoldd -l log-level -x -d 'What is logged' -a 'error warning info debug'
complete -c gatefoldd -l no-restore -d 'Start with an empty queue'
complete -c gatefoldd -l help -d Explain
complete -c gatefoldd -l version -d 'Print the version'
