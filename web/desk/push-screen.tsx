import { DeskGate } from './desk-gate.tsx'

/** `/desk/push`. */
export const Screen = () => <DeskGate page="push" />
