import { useId } from 'react'

/** A dented and patched hat, 128 wide. The origin is the middle of its brim. */
export function Hat() {
  const id = useId()
  return (
    <g className="hat">
      <defs>
        <linearGradient id={`${id}c`} x1="0" x2="1">
          <stop stopColor="#c98b57" />
          <stop offset=".42" stopColor="#a96a3b" />
          <stop offset="1" stopColor="#6c3f1f" />
        </linearGradient>
        <linearGradient id={`${id}b`} x1="0" x2="1" y2=".6">
          <stop stopColor="#bd7d4a" />
          <stop offset=".55" stopColor="#8d5630" />
          <stop offset="1" stopColor="#5f371b" />
        </linearGradient>
        <linearGradient id={`${id}r`} x1="0" x2="1">
          <stop stopColor="#ef4a62" />
          <stop offset="1" stopColor="#9d1830" />
        </linearGradient>
      </defs>
      <path
        d="M-63 1C-66 -9 -38 -21 2 -21S66 -12 63 2C61 8 56 12 49 15L45 10L42 18C30 23 16 25 0 25C-36 25 -60 13 -63 1z"
        fill="#4a2913"
        transform="translate(0 4)"
      />
      <path
        d="M-63 1C-66 -9 -38 -21 2 -21S66 -12 63 2C61 8 56 12 49 15L45 10L42 18C30 23 16 25 0 25C-36 25 -60 13 -63 1z"
        fill={`url(#${id}b)`}
      />
      <ellipse cx="1" cy="-2" rx="41" ry="14" fill="#3a1f0d" opacity=".45" />
      <path
        d="M-38 -3C-40 -26 -37 -50 -29 -60C-24 -67 -14 -66 -8 -60C-3 -56 2 -62 8 -67C18 -74 29 -66 32 -54C36 -40 37 -22 38 -3C28 9 -28 9 -38 -3z"
        fill={`url(#${id}c)`}
      />
      <path
        d="M-24 -58C-16 -50 -9 -49 -4 -53S8 -62 22 -62C14 -53 6 -45 -5 -44S-22 -50 -24 -58z"
        fill="#5d3519"
        opacity=".62"
      />
      <path d="M-38.4 -18C-22 -8 22 -8 37.5 -18L38 -3C28 9 -28 9 -38 -3z" fill={`url(#${id}r)`} />
      <path d="M8 -42L27 -45L30 -27L11 -23z" fill="#5c9bf5" />
      <path
        d="M6 -38L11 -37M9 -30L14 -31M16 -47L17 -41M23 -48L24 -43M25 -38L31 -39M27 -31L32 -32M17 -27L18 -21"
        stroke="#fff0cf"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </g>
  )
}
