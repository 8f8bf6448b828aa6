/** `node server/run-command.ts NAME ...`: runs a command of the site, with the variables of .env. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findCommandRunner } from './commands.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.SOURCES_DIR ||= resolve(import.meta.dirname, '..')
const command = findCommandRunner(process.argv.slice(2))
if (!command) throw new Error('There is no such command. See "scripts" in package.json.')
process.exitCode = await command(process)
