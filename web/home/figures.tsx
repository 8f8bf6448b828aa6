export interface FiguresProps {
  items: { value: string; label: string }[]
}

/** The numbers that are worth a number. */
export function Figures({ items }: FiguresProps) {
  return (
    <dl className="figures">
      {items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
