import { readPages } from '../build/content.ts'

/** Every route of the site. */
export const paths = readPages().map(({ path }) => path)

/** The routes of S2.05. */
export const placeholders = [
  '/other-games',
  '/iclone',
  '/ninja-legend',
  '/phase-shift',
  '/lets-be-friends',
  '/getting-into-programming',
  '/personal-projects',
  '/controller-modding',
]
