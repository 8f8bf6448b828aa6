import type { ReactNode } from 'react'

/** A box for instructions that can destroy data or hardware. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="warning" role="note" aria-label="Warning">
      {children}
    </div>
  )
}

/** A keyboard shortcut such as `Ctrl + K, Ctrl + C`, with a `kbd` element for each key. */
export function Keys({ children }: { children: string }) {
  return (
    <span className="keys">
      {children.split(/( \+ |, )/).map((part, i) => (i % 2 === 0 ? <kbd key={`${i}${part}`}>{part}</kbd> : part))}
    </span>
  )
}

/** A grid of skills (S2.08). */
export function SkillGrid({ items }: { items: string[] }) {
  return (
    <ul className="skill-grid">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
