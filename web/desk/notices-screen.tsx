import { DeskGate } from './desk-gate.tsx'

/** `/desk/notices`. */
export const Screen = () => <DeskGate page="notices" />
