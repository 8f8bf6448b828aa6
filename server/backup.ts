import { backupCommand } from './backup-command.ts'
import { runProcess } from './command-line.ts'

await runProcess(backupCommand)
