import type { PageProblem } from './authoring.ts'

/** A page that the server sends to build/preview.ts over the channel between the two processes. */
export interface PreviewProcessRequest {
  id: number
  /** The file of the page below `content/`. The file may be missing. */
  file: string
  /** The text of the page. */
  source: string
}

/** `html`: the whole document. `problems`: why the page cannot be rendered. */
export type PreviewProcessReply = { id: number } & ({ html: string } | { problems: PageProblem[] })
