import { useId } from 'react'
import { project } from './projection.ts'

export interface MarbleProps {
  x: number
  y: number
  z?: number
  /** In the picture's own units; a tile is 52 wide. */
  radius: number
}

/** A glass marble. CSS animates its groups: the marble, its ball, its band and its shadow. */
export function Marble({ x, y, z = 0, radius: r }: MarbleProps) {
  const [cx, cy] = project([x, y, z])
  const id = useId()
  return (
    <g transform={`translate(${cx} ${cy})`}>
      <radialGradient id={id}>
        <stop stopColor="#02081a" stopOpacity=".62" />
        <stop offset=".55" stopColor="#02081a" stopOpacity=".36" />
        <stop offset="1" stopColor="#02081a" stopOpacity="0" />
      </radialGradient>
      <g className="marble">
        <g className="marble-shadow">
          <ellipse cx={r * 0.14} rx={r * 1.12} ry={r * 0.56} fill={`url(#${id})`} />
        </g>
        <g className="marble-ball">
          <MarbleGlass cy={-r * 0.94} radius={r} />
        </g>
      </g>
    </g>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

/** The ball alone, drawn around (0, cy). */
export function MarbleGlass({ cx = 0, cy = 0, radius }: { cx?: number; cy?: number; radius: number }) {
  const id = useId()
  const r = (share: number): number => round(radius * share)
  // the swirl is symmetrical about the centre, so that it can turn about it
  const swirl = (top: number, bottom: number): string =>
    `M${r(-1.1)} ${r(0.12 + top)}C${r(-0.5)} ${r(-0.72 + top)} ${r(0.3)} ${r(0.5 + top)} ${r(1.1)} ${r(-0.5 + top)}V${r(-0.12 + bottom)}C${r(0.5)} ${r(0.72 + bottom)} ${r(-0.3)} ${r(-0.5 + bottom)} ${r(-1.1)} ${r(0.5 + bottom)}z`
  return (
    <g transform={`translate(${round(cx)} ${round(cy)})`}>
      <defs>
        <radialGradient id={`${id}g`} cx=".36" cy=".28" r=".82">
          <stop stopColor="#9ad7ff" />
          <stop offset=".3" stopColor="#2f8bff" />
          <stop offset=".66" stopColor="#1146bb" />
          <stop offset="1" stopColor="#071c58" />
        </radialGradient>
        <radialGradient id={`${id}s`} cx=".44" cy=".4" r=".58">
          <stop offset=".62" stopColor="#04103a" stopOpacity="0" />
          <stop offset=".9" stopColor="#04103a" stopOpacity=".46" />
          <stop offset="1" stopColor="#04103a" stopOpacity=".62" />
        </radialGradient>
        <radialGradient id={`${id}c`} cx=".64" cy=".84" r=".42">
          <stop stopColor="#a9ecff" stopOpacity=".9" />
          <stop offset="1" stopColor="#6cc8ff" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}h`}>
          <stop stopColor="#fff" />
          <stop offset=".5" stopColor="#fff" stopOpacity=".8" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}k`}>
          <circle r={radius} />
        </clipPath>
      </defs>
      <circle r={radius} fill={`url(#${id}g)`} />
      <g clipPath={`url(#${id}k)`}>
        <g className="marble-band">
          <path d={swirl(0, 0)} fill="#ffbf33" />
          <path d={swirl(0.13, -0.13)} fill="#fff2c4" opacity=".9" />
        </g>
      </g>
      <circle r={radius} fill={`url(#${id}s)`} />
      <circle r={radius} fill={`url(#${id}c)`} />
      <ellipse
        rx={r(0.32)}
        ry={r(0.2)}
        fill={`url(#${id}h)`}
        transform={`translate(${r(-0.36)} ${r(-0.46)})rotate(-34)`}
      />
      <circle cx={r(-0.62)} cy={r(-0.08)} r={r(0.06)} fill="#fff" opacity=".75" />
    </g>
  )
}
