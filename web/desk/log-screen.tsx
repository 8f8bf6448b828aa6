import { DeskGate } from './desk-gate.tsx'

/** `/desk/log`. */
export const Screen = () => <DeskGate page="log" />
