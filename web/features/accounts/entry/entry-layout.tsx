import type { ReactNode } from 'react'
import { EntryScene } from '../../../look/scenes/entry-scene.tsx'
import './entry.css'

/** The layout of a page with one form: a panel, with an illustration beside it on wide screens. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className="entry">
      <EntryScene className="entry-scene" />
      <div className="entry-panel">
        {children}
        <noscript>
          <p>This needs scripts, which are off in this browser. Everything that can be read works without them.</p>
        </noscript>
      </div>
    </div>
  )
}
