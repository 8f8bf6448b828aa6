/** One row of the grid (S3.06). */
interface SpecItem {
  component: string
  spec: string
}

/** A grid of components and their specs, with a title (S2.06, S2.07). */
export function SpecGrid({ title = 'PC Build Specs', items }: { title?: string; items: SpecItem[] }) {
  return (
    <section className="spec-grid" aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {items.map(({ component, spec }) => (
          <div key={component}>
            <dt>{component}</dt>
            <dd>{spec}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
