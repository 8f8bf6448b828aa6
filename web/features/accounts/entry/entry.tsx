import type { ReactNode } from 'react'
import { EntryScene } from '../../../look/scenes/entry-scene.tsx'
import './entry.css'

/** A page with one thing to do: a panel, on wide screens beside a platform with a doormat. */
export function Entry({ children }: { children: ReactNode }) {
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
