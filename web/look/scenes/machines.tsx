import { toPlaneMatrix } from '../projection.ts'
import { Box } from '../solids.tsx'

interface Place {
  x: number
  y: number
  z?: number
}

const METAL = '#3d4b60'

/** A tower with a glass side: two fans, memory, a graphics card, all lit. */
export function PcTower({ x, y, z = 0 }: Place) {
  const [w, d, h] = [2.1, 3.5, 4.2]
  return (
    <g>
      <Box x={x + 0.1} y={y + 0.1} z={z} w={w - 0.2} d={d - 0.2} h={0.14} colour="#1b2432" rim={false} />
      <Box x={x} y={y} z={z + 0.14} w={w} d={d} h={h} colour={METAL} />
      <g transform={toPlaneMatrix('top', [x, y, z + h + 0.14])}>
        <path d="M.3 .3h1.5v2.2h-1.5z" fill="#2a3545" />
        <path d="M.4 .6h1.3M.4 .9h1.3M.4 1.2h1.3M.4 1.5h1.3M.4 1.8h1.3M.4 2.1h1.3" stroke="#55657e" strokeWidth=".06" />
        <circle cx="1.5" cy="3" r=".17" fill="#8ef0ff" />
      </g>
      <g transform={toPlaneMatrix('left', [x, y + d, z + 0.14])}>
        <path d="M.22 .25h1.3v3.7h-1.3z" fill="#212b3a" />
        <path
          d="M.4 .5h.95M.4 .8h.95M.4 1.1h.95M.4 1.4h.95M.4 1.7h.95M.4 2h.95M.4 2.3h.95M.4 2.6h.95M.4 2.9h.95M.4 3.2h.95M.4 3.5h.95"
          stroke="#3a485d"
          strokeWidth=".1"
        />
        <path d="M1.75 .4v3.4" stroke="#7fe9ff" strokeWidth=".12" strokeLinecap="round" />
      </g>
      <g transform={toPlaneMatrix('right', [x + w, y + d, z + 0.14])}>
        <rect x=".2" y=".25" width="3.1" height="3.7" rx=".14" fill="#0b1626" stroke="#55657e" strokeWidth=".05" />
        <path d="M.55 .9h1.9v2.7h-1.9z" fill="#12331f" />
        <path d="M.62 1.1h1.2M.62 3.4h.9M2.2 1.1v1.5" stroke="#2fae74" strokeWidth=".05" />
        <path d="M.95 2.5h.7v.7h-.7z" fill="#8a98ad" />
        <path d="M1.9 2.3v1.1M2.06 2.3v1.1M2.22 2.3v1.1" stroke="#ff6f91" strokeWidth=".09" />
        <path d="M.5 1.25h2.3v.5h-2.3z" fill="#d7dfea" />
        <path d="M.5 1.25h2.3" stroke="#ffcb4d" strokeWidth=".08" />
        <g fill="none" stroke="#63dcff" strokeWidth=".08">
          <circle cx="2.88" cy="3.3" r=".34" />
          <circle cx="2.88" cy="2.42" r=".34" />
        </g>
        <path
          d="M2.64 3.06l.48.48M2.64 3.54l.48-.48M2.64 2.18l.48.48M2.64 2.66l.48-.48"
          stroke="#2a7fae"
          strokeWidth=".07"
        />
        <path d="M.4 .4h2.7v.3h-2.7z" fill="#1c2a3f" />
        <path d="M.2 2.2L2.1 3.95H2.8L.2 1.56z" fill="#fff" opacity=".1" />
      </g>
    </g>
  )
}

/** A loose processor. */
export function Chip({ x, y, z = 0 }: Place) {
  return (
    <g>
      <Box x={x} y={y} z={z} w={0.9} d={0.9} h={0.1} colour="#2f7f57" />
      <Box x={x + 0.14} y={y + 0.14} z={z + 0.1} w={0.62} d={0.62} h={0.12} colour="#cdd7e4" />
    </g>
  )
}

/** Servers in a stack, their lights on. */
export function ServerStack({ x, y, z = 0, units = 4 }: Place & { units?: number }) {
  const [w, d, h] = [3.1, 2.7, 0.74]
  return (
    <g>
      {Array.from({ length: units }, (_, unit) => {
        const floor = z + unit * (h + 0.14)
        return (
          <g key={unit}>
            <Box x={x + 0.14} y={y + 0.14} z={floor} w={w - 0.28} d={d - 0.28} h={0.14} colour="#1b2432" rim={false} />
            <Box x={x} y={y} z={floor + 0.14} w={w} d={d} h={h} colour="#4b5970" />
            <g transform={toPlaneMatrix('left', [x, y + d, floor + 0.14])}>
              <path d="M.12 .12h2.86v.5h-2.86z" fill="#1f2938" />
              <path
                d="M1.2 .22v.3M1.4 .22v.3M1.6 .22v.3M1.8 .22v.3M2 .22v.3M2.2 .22v.3M2.4 .22v.3M2.6 .22v.3M2.8 .22v.3"
                stroke="#4b5970"
                strokeWidth=".07"
              />
              <path d="M.3 .37h.02" stroke="#5dffa8" strokeWidth=".18" strokeLinecap="round" />
              <path
                className={unit % 2 ? 'led-busy' : undefined}
                d="M.6 .37h.02"
                stroke={unit === 1 ? '#ffcb4d' : '#63dcff'}
                strokeWidth=".18"
                strokeLinecap="round"
              />
            </g>
            <path
              transform={toPlaneMatrix('right', [x + w, y + d, floor + 0.14])}
              d="M.4 .25h1.9M.4 .45h1.9"
              stroke="#1b2432"
              strokeWidth=".07"
            />
          </g>
        )
      })}
    </g>
  )
}
