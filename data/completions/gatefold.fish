# SPDX-License-Identifier: MPL-2.0
# fish completion for gatefold(1)

function __gatefold_queue_action
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = queue; or return 1
    if test (count $argv) -eq 0
        test (count $words) -eq 2
    else
        test (count $words) -ge 3; and contains -- $words[3] $argv
    end
end

complete -c gatefold -f
complete -c gatefold -l help -d 'Explain'
complete -c gatefold -n __fish_use_subcommand -l version -d 'Print the version'

complete -c gatefold -n __fish_use_subcommand -a play -d 'Replace the queue and play, or resume'
complete -c gatefold -n __fish_use_subcommand -a pause -d 'Hold the music'
complete -c gatefold -n __fish_use_subcommand -a resume -d 'Go on'
complete -c gatefold -n __fish_use_subcommand -a toggle -d 'Pause or resume'
complete -c gatefold -n __fish_use_subcommand -a stop -d 'Stop; the queue stays'
complete -c gatefold -n __fish_use_subcommand -a next -d 'Go to the next entry'
complete -c gatefold -n __fish_use_subcommand -a previous -d 'Go back to the entry before'
complete -c gatefold -n __fish_use_subcommand -a restart -d 'Play the entry from its beginning'
complete -c gatefold -n __fish_use_subcommand -a seek -d 'Move to a position or by seconds'
complete -c gatefold -n __fish_use_subcommand -a volume -d 'Set or change the volume'
complete -c gatefold -n __fish_use_subcommand -a rate -d 'Set the speed'
complete -c gatefold -n __fish_use_subcommand -a shuffle -d 'Random order'
complete -c gatefold -n __fish_use_subcommand -a repeat -d 'Repeat nothing, one or all'
complete -c gatefold -n __fish_use_subcommand -a queue -d 'List or edit the queue'
complete -c gatefold -n __fish_use_subcommand -a playlists -d 'List the playlists'
complete -c gatefold -n __fish_use_subcommand -a status -d 'What plays'
complete -c gatefold -n __fish_use_subcommand -a quit -d 'End the player'
complete -c gatefold -n __fish_use_subcommand -a help -d 'Explain a command'

complete -c gatefold -n '__fish_seen_subcommand_from play' -F
complete -c gatefold -n '__fish_seen_subcommand_from play' -l playlist -d 'The playlist of this name'
complete -c gatefold -n '__fish_seen_subcommand_from shuffle' -a 'on off'
complete -c gatefold -n '__fish_seen_subcommand_from repeat' -a 'off one all'
complete -c gatefold -n '__fish_seen_subcommand_from volume' -a 'mute unmute toggle 25% 50% 75% 100% +5% -5%'
complete -c gatefold -n '__fish_seen_subcommand_from status' -l json -d 'For programs'
complete -c gatefold -n '__fish_seen_subcommand_from status' -l follow -d 'Until interrupted'

complete -c gatefold -n '__fish_seen_subcommand_from queue' -l all -d 'Every entry'
complete -c gatefold -n __gatefold_queue_action -a list -d 'List it'
complete -c gatefold -n __gatefold_queue_action -a add -d 'Add to the end'
complete -c gatefold -n __gatefold_queue_action -a next -d 'Insert after the current entry'
complete -c gatefold -n __gatefold_queue_action -a move -d 'Move an entry'
complete -c gatefold -n __gatefold_queue_action -a remove -d 'Remove entries'
complete -c gatefold -n __gatefold_queue_action -a jump -d 'Play an entry'
complete -c gatefold -n __gatefold_queue_action -a clear -d 'Remove everything'
complete -c gatefold -n __gatefold_queue_action -a save -d 'Save it as a playlist'
complete -c gatefold -n '__gatefold_queue_action add next' -F
complete -c gatefold -n '__gatefold_queue_action save' -l force -d 'Replace the playlist of this name'
