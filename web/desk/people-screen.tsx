import { DeskGate } from './desk-gate.tsx'

/** `/desk/people`. */
export const Screen = () => <DeskGate page="people" />
