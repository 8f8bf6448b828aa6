import type { ReactNode } from 'react'
import './ui.css'

/** Tags for the properties of something. An entry that is `false` is left out. */
export const Tags = ({ tags }: { tags: readonly (readonly [text: string, kind?: string] | false)[] }) => (
  <span className="tags">
    {tags.map(
      (tag) =>
        tag && (
          <span key={tag[0]} className="tag" data-kind={tag[1]}>
            {tag[0]}
          </span>
        ),
    )}
  </span>
)

/** A text about a state, in the colour of its kind. */
export const StateText = ({ kind, children }: { kind?: string | undefined; children: ReactNode }) => (
  <span className="state" data-kind={kind}>
    {children}
  </span>
)
