/**
 * Loaded before each script. A script continues without output when the program that reads the output has ended, as in
 * `npm run doctor | head`.
 */
import process from 'node:process'

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
