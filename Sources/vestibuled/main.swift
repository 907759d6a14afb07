import Glibc

// The account service on the network, and its administration (section 6).
let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "serve": exit(await ServeCommand.run(Array(arguments.dropFirst())))
case "--help": print(HelpText.usage, terminator: "")
case "--version": print(HelpText.version, terminator: "")
case let command?:
    Complaint.write("'\(command)' is no command; see vestibuled --help")
    exit(2)
case nil:
    Complaint.write("a command is missing; see vestibuled --help")
    exit(2)
}
