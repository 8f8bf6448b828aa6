import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { findPasswordProblem } from '#contract/password-rules.ts'
import { Refusal } from '../../http/failures.ts'

/**
 * The cost of Argon2id, as in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. A hash takes about 50
 * ms of one core.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The queue of hashes. It leaves one core free, so that many logins do not block readers. */
const queue = pLimit(Math.max(1, availableParallelism() - 1))
/** The longest queue of hashes, which takes about 15 s. Further callers are refused at once. */
const WAITING_MAX = 300

/** Loads Argon2 when it is first needed, because most processes never hash a password. */
const argon2 = () => import('@node-rs/argon2')

/**
 * Hashes a password outside the main thread. Returns the PHC string format. @throws {Refusal} busy when the queue is
 * full
 */
export function hashPassword(password: string): Promise<string> {
  return enqueue(async () => (await argon2()).hash(normalised(password), cost))
}

/**
 * Returns whether a password matches a hash. If the hash is null, the call takes the same time and returns false. So
 * the duration does not reveal whether the account exists.
 * @throws {Refusal} busy when the queue is full
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const dummy = await dummyHash()
  const matches = await enqueue(async () => (await argon2()).verify(hash ?? dummy, normalised(password)))
  return hash !== null && matches
}

/**
 * Checks a new password against the rules (S5.02). The rules apply to the normal form, because its hash is stored: an
 * attacker who guesses “password1234” also logs in with a password of full-width letters.
 * @throws {Refusal} with the code of the violated rule
 */
export async function requireAcceptablePassword(input: string, email: string): Promise<void> {
  const password = normalised(input)
  const problem = findPasswordProblem(password, email)
  if (problem) throw new Refusal(problem)
  const { isGuessablePassword } = await import('./guessable-passwords.ts')
  if (isGuessablePassword(password, email)) throw new Refusal('password_guessable')
  const { isLeakedPassword } = await import('./leaked-passwords.ts')
  if (isLeakedPassword(password)) throw new Refusal('password_leaked')
}

let loadingDummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  loadingDummy ??= argon2().then(({ hash }) => hash(randomBytes(32), cost))
  return loadingDummy
}

/** Normalizes the password, because keyboards encode accented letters differently (NIST SP 800-63B 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

/**
 * Runs `work` when its turn has come. When the queue is full, the promise is rejected. The call itself does not throw,
 * so that a caller that starts several hashes can still await the earlier ones.
 * @throws {Refusal} busy
 */
async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= WAITING_MAX) throw new Refusal('busy', undefined, 10)
  return queue(work)
}
