import { DeskGate } from './desk-gate.tsx'

/** `/desk/orders`. */
export const Screen = () => <DeskGate page="orders" />
