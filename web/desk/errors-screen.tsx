import { DeskGate } from './desk-gate.tsx'

/** `/desk/errors`. */
export const Screen = () => <DeskGate page="errors" />
