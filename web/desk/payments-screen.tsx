import { DeskGate } from './desk-gate.tsx'

/** `/desk/payments`. */
export const Screen = () => <DeskGate page="payments" />
