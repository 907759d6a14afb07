import Glibc

exit(TapeProgram(arguments: CommandLine.arguments).run())
