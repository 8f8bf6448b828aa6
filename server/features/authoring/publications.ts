import * as z from 'zod'
import { type PageProblem, publicationSchema } from '#contract/authoring.ts'
import { createWorkLease, type WorkClaim } from '../../db/work-lease.ts'

/**
 * How many publications are stored. Older ones are kept, because an editor may ask for the result of its publication
 * after other pages have been published.
 */
const STORED_MAX = 10

/** The problem of an interrupted publication that cannot be continued. */
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

/** A publication with the version of the draft that it publishes. */
const storedPublication = publicationSchema.extend({ draft: z.object({ id: z.string(), version: z.int() }) })
export type StoredPublication = z.output<typeof storedPublication>

/** The lease for publishing a page. Its results are the latest publications, the newest first. */
export const publishingLease = createWorkLease('publications', z.array(storedPublication))

/** Finds a stored publication. */
export const findPublication = (last: StoredPublication[] | null, id: string): StoredPublication | undefined =>
  last?.find((publication) => publication.id === id)

/** Returns the stored publications with the current one as the first. */
export const prependPublication = (
  { last }: WorkClaim<StoredPublication[]>,
  current: StoredPublication,
): StoredPublication[] => [current, ...(last ?? []).filter(({ id }) => id !== current.id)].slice(0, STORED_MAX)
