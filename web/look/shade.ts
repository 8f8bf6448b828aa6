/** Mixes a colour with black (negative amount) or white (positive amount). The amount -1 gives black, 1 gives white. */
export function shadeColour(hex: string, amount: number): string {
  const value = Number.parseInt(hex.slice(1), 16)
  const channel = (shift: number): string => {
    const old = (value >> shift) & 255
    const mixed = amount < 0 ? old * (1 + amount) : old + (255 - old) * amount
    return Math.round(Math.min(255, Math.max(0, mixed)))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(16)}${channel(8)}${channel(0)}`
}
