import { project } from './projection.ts'
import { shadeColour } from './shade.ts'

export const gemColours = {
  ruby: '#ea3350',
  emerald: '#2bb673',
  topaz: '#f7b928',
  sapphire: '#2f7bf0',
  amethyst: '#8a63f5',
} as const

export interface GemProps {
  x: number
  y: number
  z?: number
  size?: number
  colour: string
}

/** A gem that hovers above its tile, in its own group, so that CSS can light it. */
export function Gem({ x, y, z = 0, size = 11, colour }: GemProps) {
  const [cx, cy] = project([x, y, z])
  return (
    <g transform={`translate(${cx} ${cy})`}>
      <ellipse rx={size * 0.6} ry={size * 0.3} fill="#02081a" opacity=".26" />
      <g transform={`translate(0 ${-size * 1.75})`}>
        <g className="gem">
          <GemStone size={size} colour={colour} />
        </g>
      </g>
    </g>
  )
}

/** The cut stone alone, drawn around the origin. */
export function GemStone({ size, colour }: { size: number; colour: string }) {
  const s = (share: number): number => Math.round(size * share * 10) / 10
  const top = `0 ${s(-1.15)}`
  const left = `${s(-0.8)} ${s(-0.22)}`
  const right = `${s(0.8)} ${s(-0.22)}`
  const middle = `${s(-0.16)} ${s(0.06)}`
  const foot = `0 ${s(1.2)}`
  return (
    <>
      <path d={`M${top}L${left} ${middle}z`} fill={shadeColour(colour, 0.55)} />
      <path d={`M${top}L${right} ${middle}z`} fill={shadeColour(colour, 0.2)} />
      <path d={`M${left}L${middle} ${foot}z`} fill={shadeColour(colour, -0.08)} />
      <path d={`M${right}L${middle} ${foot}z`} fill={shadeColour(colour, -0.4)} />
      <path d={`M${top}L${middle}`} stroke="#fff" strokeWidth={s(0.09)} strokeOpacity=".8" />
    </>
  )
}
