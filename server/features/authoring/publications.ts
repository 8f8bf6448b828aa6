import * as z from 'zod'
import { type PageProblem, type Publication, publicationSchema } from '#contract/authoring.ts'
import type { DatabaseOrTx } from '../../db/database.ts'
import { createWorkLease, type WorkClaim } from '../../db/work-lease.ts'

/**
 * How many publications are stored. Older ones are kept, because an editor may ask for the result of its publication
 * after other pages have been published.
 */
const STORED_MAX = 10

/** The problem of a publication that was interrupted because its process ended. */
export const interruptionProblem: PageProblem = {
  line: 1,
  message: 'The server stopped before the page was published. Publish it again.',
}

/**
 * The warning of a publication that was interrupted after its page was published. A running publication has no other
 * warning.
 */
export const interruptionWarning =
  'the server stopped before it said whether git has committed it. Run `git status` in the folder of the repository.'

/** The lease for publishing a page. Its results are the latest publications, the newest first. */
export const publishingLease = createWorkLease('publications', z.array(publicationSchema))

/** Returns the stored publications with the current one as the first. */
export const prependPublication = ({ last }: WorkClaim<Publication[]>, current: Publication): Publication[] =>
  [current, ...(last ?? [])].slice(0, STORED_MAX)

/** Reads the state of a publication, whichever process runs it. */
export async function readPublication(db: DatabaseOrTx, id: string): Promise<Publication> {
  const { runningSince, last } = await publishingLease.read(db)
  const found = last?.find((publication) => publication.id === id)
  // Only the newest publication can be running, and only while its process renews the claim.
  const isRunning = runningSince !== null && found === last?.[0]
  if (found && (found.state !== 'running' || isRunning)) return found
  if (found?.warning) return { ...found, state: 'done', step: '' }
  return { id, state: 'failed', step: '', problems: [interruptionProblem], warning: '' }
}
