import { toFacePath, toLinePath } from './projection.ts'
import { shadeColour } from './shade.ts'

export interface BoxProps {
  x: number
  y: number
  z?: number
  /** The size along x, along y, and upwards. */
  w: number
  d: number
  h: number
  colour: string
  /** A light line along the two upper edges that face the viewer. */
  rim?: boolean
}

export function Box({ x, y, z = 0, w, d, h, colour, rim = true }: BoxProps) {
  const t = z + h
  return (
    <>
      <path
        d={toFacePath([x, y + d, t], [x + w, y + d, t], [x + w, y + d, z], [x, y + d, z])}
        fill={shadeColour(colour, -0.24)}
      />
      <path
        d={toFacePath([x + w, y, t], [x + w, y + d, t], [x + w, y + d, z], [x + w, y, z])}
        fill={shadeColour(colour, -0.45)}
      />
      <path d={toFacePath([x, y, t], [x + w, y, t], [x + w, y + d, t], [x, y + d, t])} fill={colour} />
      {rim && (
        <path
          d={toLinePath([
            [x, y + d, t],
            [x + w, y + d, t],
            [x + w, y, t],
          ])}
          stroke={shadeColour(colour, 0.45)}
          strokeWidth="1.2"
          strokeLinejoin="round"
          fill="none"
        />
      )}
    </>
  )
}

export interface RailProps {
  x: number
  y: number
  z?: number
  length: number
  along: 'x' | 'y'
  colour?: string
}

/** A guard rail at the edge of a platform. */
export function Rail({ x, y, z = 0, length, along, colour = '#e6edf6' }: RailProps) {
  const size = along === 'x' ? { w: length, d: 0.16 } : { w: 0.16, d: length }
  return <Box x={x} y={y} z={z} {...size} h={0.3} colour={colour} />
}

export interface RampProps {
  x: number
  y: number
  along: 'x' | 'y'
  length: number
  width: number
  /** The heights at the start and at the end of the slope's axis. */
  from: number
  to: number
  colour: string
}

/** A slope with arrows in its direction. */
export function Ramp({ x, y, along, length, width, from, to, colour }: RampProps) {
  const at = (run: number, across: number, down = 0): [number, number, number] => {
    const z = from + ((to - from) * run) / length - down
    return along === 'x' ? [x + run, y + across, z] : [x + across, y + run, z]
  }
  const thickness = 0.22
  const sideTone = along === 'x' ? -0.32 : -0.55
  const endTone = along === 'x' ? -0.55 : -0.32
  const arrow = (run: number): string =>
    toLinePath([at(run, width * 0.22), at(run + 0.28, width / 2), at(run, width * 0.78)])
  return (
    <>
      <path
        d={toFacePath(at(0, width), at(length, width), at(length, width, thickness), at(0, width, thickness))}
        fill={shadeColour(colour, sideTone)}
      />
      <path
        d={toFacePath(at(length, 0), at(length, width), at(length, width, thickness), at(length, 0, thickness))}
        fill={shadeColour(colour, endTone)}
      />
      <path d={toFacePath(at(0, 0), at(length, 0), at(length, width), at(0, width))} fill={colour} />
      <path
        d={arrow(length * 0.22) + arrow(length * 0.56)}
        stroke="#fff"
        strokeWidth="3.4"
        strokeOpacity=".9"
        strokeLinejoin="round"
        strokeLinecap="round"
        fill="none"
      />
    </>
  )
}
