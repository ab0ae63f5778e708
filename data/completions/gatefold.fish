# SPDX-License-Identifier: MPL-2.0
# fish completion for gatefold(1)

function __gatefold_action -a command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $command; or return 1
    set -e argv[1]
    if test (count $argv) -eq 0
        test (count $words) -eq 2
    else
        test (count $words) -ge 3; and contains -- $words[3] $argv
    end
end

function __gatefold_queue_action
    __gatefold_action queue $argv
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
complete -c gatefold -n __fish_use_subcommand -a replay-gain -d 'Even out the loudness of files'
complete -c gatefold -n __fish_use_subcommand -a queue -d 'List or edit the queue'
complete -c gatefold -n __fish_use_subcommand -a playlists -d 'List the playlists, or change them'
complete -c gatefold -n __fish_use_subcommand -a search -d 'Find something in the library'
complete -c gatefold -n __fish_use_subcommand -a library -d 'What is in the library'
complete -c gatefold -n __fish_use_subcommand -a favourite -d 'Make the current song a favourite'
complete -c gatefold -n __fish_use_subcommand -a stars -d 'Rate the current song'
complete -c gatefold -n __fish_use_subcommand -a source -d 'Music servers and catalogs'
complete -c gatefold -n __fish_use_subcommand -a charts -d 'What is heard most'
complete -c gatefold -n __fish_use_subcommand -a status -d 'What plays'
complete -c gatefold -n __fish_use_subcommand -a quit -d 'End the player'
complete -c gatefold -n __fish_use_subcommand -a help -d 'Explain a command'

complete -c gatefold -n '__fish_seen_subcommand_from play' -F
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l playlist -d 'A playlist'
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l album -d 'An album of the library'
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l artist -d 'All of an artist'
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l genre -d 'All of a genre'
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l search -d 'The songs that are found'
complete -c gatefold -n '__fish_seen_subcommand_from play' -x -l source -d 'Of an online source'
complete -c gatefold -n '__fish_seen_subcommand_from replay-gain' -a 'off track album'
complete -c gatefold -n '__fish_seen_subcommand_from favourite' -a 'on off'
complete -c gatefold -n '__fish_seen_subcommand_from stars' -a '0 1 2 3 4 5'
complete -c gatefold -n '__fish_seen_subcommand_from search' -x -l type -a 'song album artist playlist' -d 'Only these'
complete -c gatefold -n '__fish_seen_subcommand_from search' -x -l limit -d 'How many of each'
complete -c gatefold -n '__fish_seen_subcommand_from search' -x -l source -a 'all library' -d 'An online source, or all'
complete -c gatefold -n '__fish_seen_subcommand_from charts' -x -l source -a library -d 'Only of this one'
complete -c gatefold -n '__fish_seen_subcommand_from charts' -x -l genre -d 'Only of a genre'
complete -c gatefold -n '__fish_seen_subcommand_from charts' -x -l type -a 'song album artist playlist' -d 'Only these'
complete -c gatefold -n '__fish_seen_subcommand_from charts' -x -l limit -d 'How many'
complete -c gatefold -n '__fish_seen_subcommand_from charts' -l json -d 'For programs'
complete -c gatefold -n '__fish_seen_subcommand_from search' -l json -d 'For programs'
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

complete -c gatefold -n '__gatefold_action source' -a list -d 'List them'
complete -c gatefold -n '__gatefold_action source' -a show -d 'List what one has'
complete -c gatefold -n '__gatefold_action source show' -x -l type -a 'song album artist playlist station' -d 'What to list'
complete -c gatefold -n '__gatefold_action source show' -x -l limit -d 'At most so many'
complete -c gatefold -n '__gatefold_action source show' -l json -d 'For programs'
complete -c gatefold -n '__gatefold_action source' -a add -d 'Add one, or change its password'
complete -c gatefold -n '__gatefold_action source' -a remove -d 'Remove them'
complete -c gatefold -n '__gatefold_action source' -a test -d 'Ask whether all is well'
complete -c gatefold -n '__gatefold_action source list' -l json -d 'For programs'
complete -c gatefold -n '__gatefold_action source add' -a 'subsonic itunes apple-music radio listenbrainz'
complete -c gatefold -n '__gatefold_action source add' -x -l user -d 'Who you are to the server'
complete -c gatefold -n '__gatefold_action source add' -x -l name -d 'What you call it'
complete -c gatefold -n '__gatefold_action source add' -x -l country -d 'Of the iTunes Store'
complete -c gatefold -n '__gatefold_action source add' -x -l storefront -d 'Of apple-music'
complete -c gatefold -n '__gatefold_action source add' -r -l key-file -d 'The key of apple-music'
complete -c gatefold -n '__gatefold_action source add' -x -l key-id -d 'What Apple calls the key'
complete -c gatefold -n '__gatefold_action source add' -x -l team-id -d 'What Apple calls its owner'
complete -c gatefold -n '__gatefold_action source add' -l user-token -d 'Ask for your token'

complete -c gatefold -n '__gatefold_action library' -a status -d 'List the folders'
complete -c gatefold -n '__gatefold_action library' -a add -d 'Take folders in'
complete -c gatefold -n '__gatefold_action library' -a remove -d 'Take folders out'
complete -c gatefold -n '__gatefold_action library' -a scan -d 'Look for what is new'
complete -c gatefold -n '__gatefold_action library' -a stats -d 'How much there is'
complete -c gatefold -n '__gatefold_action library' -a top -d 'What was played most'
complete -c gatefold -n '__gatefold_action library' -a recent -d 'What was played last'
complete -c gatefold -n '__gatefold_action library add remove' -F
complete -c gatefold -n '__gatefold_action library add scan' -l background -d 'Do not wait'
complete -c gatefold -n '__gatefold_action library scan' -l cancel -d 'End the scan'
complete -c gatefold -n '__gatefold_action library top recent' -x -l limit -d 'How many'
complete -c gatefold -n '__gatefold_action library recent' -l added -d 'What was added last'
complete -c gatefold -n '__gatefold_action library stats top recent' -l json -d 'For programs'

complete -c gatefold -n '__gatefold_action playlists' -a show -d 'List the songs'
complete -c gatefold -n '__gatefold_action playlists' -a create -d 'Make a playlist'
complete -c gatefold -n '__gatefold_action playlists' -a rename -d 'Give it another name'
complete -c gatefold -n '__gatefold_action playlists' -a add -d 'Add songs to the end'
complete -c gatefold -n '__gatefold_action playlists' -a remove -d 'Take songs out'
complete -c gatefold -n '__gatefold_action playlists' -a move -d 'Move a song'
complete -c gatefold -n '__gatefold_action playlists' -a delete -d 'Delete it'
complete -c gatefold -n '__gatefold_action playlists' -a import -d 'Make playlists of files'
complete -c gatefold -n '__gatefold_action playlists' -a export -d 'Write it into a file'
complete -c gatefold -n '__gatefold_action playlists create add import export' -F
complete -c gatefold -n '__gatefold_action playlists show create rename add remove move delete' -x -l source -d 'Of an online source'
complete -c gatefold -n '__gatefold_action playlists export' -l force -d 'Replace a file that is there'
