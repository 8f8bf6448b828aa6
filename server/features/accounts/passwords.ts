import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { findPasswordProblem } from '#contract/password-rules.ts'
import { Refusal } from '../../http/failures.ts'

/** Argon2id by OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. About 50 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core stays for everything else, so that a storm of logins cannot stop people from reading. */
const turn = pLimit(Math.max(1, availableParallelism() - 1))
/** Who would wait longer than about 15 s is told so at once. */
const WAITING_MAX = 300

/** Loaded when first needed: most starts and most visitors never do. */
const argon2 = () => import('@node-rs/argon2')

/**
 * Hashes a password off the main thread, a few at a time.
 * @returns the hash in PHC form
 * @throws {Refusal} busy when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await argon2()).hash(normalised(password), cost))
}

/**
 * Whether a password is the one of a hash. Without a hash it takes as long and says no, so that time does not tell
 * whether there is an account.
 * @throws {Refusal} busy when too many wait
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const nobodys = await nobodysHash()
  const matches = await inTurn(async () => (await argon2()).verify(hash ?? nobodys, normalised(password)))
  return hash !== null && matches
}

/**
 * Checks a new password by the rules (S5.02).
 * @throws {Refusal} with the code of the rule
 */
export async function checkNewPassword(password: string, email: string): Promise<void> {
  const problem = findPasswordProblem(password, email)
  if (problem) throw new Refusal(problem)
  const { isGuessable } = await import('./guessable-passwords.ts')
  if (isGuessable(password, email)) throw new Refusal('password_guessable')
}

let nobody: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobody ??= argon2().then(({ hash }) => hash(randomBytes(32), cost))
  return nobody
}

/** Keyboards differ in how they write an accented letter (NIST SP 800-63B 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turn.pendingCount >= WAITING_MAX) throw new Refusal('busy', undefined, 10)
  return turn(work)
}
