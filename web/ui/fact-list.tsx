import type { ReactNode } from 'react'
import './ui.css'

type Fact = readonly [name: ReactNode, value: ReactNode]

/** A list of names with their values beside them. A fact that is `false` is left out. */
export const FactList = ({ facts, className = 'facts' }: { facts: readonly (Fact | false)[]; className?: string }) => (
  <dl className={`stack ${className}`} data-gap="small">
    {facts.map(
      (fact, place) =>
        fact && (
          <div key={place}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)
