import { createServer } from 'node:http'
import { attachHubServer, type ClientConnection } from '../hub.ts'
import { encodeFrame, type Frame, FrameSocket, opcodes } from './frame-socket.ts'
import { listenOnAnyPort } from './listen-on-any-port.ts'

async function echo(connection: ClientConnection): Promise<void> {
  for await (const bytes of connection) await connection.send(bytes)
}

/**
 * Serves raw connections that send back what they receive, at /text and at /binary.
 * @param frameBytes the largest message
 */
export async function serveEcho(frameBytes: number) {
  const server = createServer()
  const hubs = attachHubServer(server)
  const limits = { frameBytes }
  hubs.mapConnections('/text', echo, { limits })
  hubs.mapConnections('/binary', echo, { limits, format: 'binary' })
  const origin = `http://127.0.0.1:${await listenOnAnyPort(server)}`
  const open = (path = '/text') => FrameSocket.connect(origin + path)
  return {
    origin,
    open,
    /** Sends frames. @returns the code with which the server closes */
    refusal: async (...frames: Frame[]): Promise<number | null> => {
      const socket = await open()
      socket.send(...frames)
      return socket.closeCode()
    },
    /** Sends bytes, in one piece or byte by byte. @returns the first frame that comes back */
    answerTo: async (path: string, bytes: Buffer, isChopped = false) => {
      const socket = await open(path)
      if (isChopped) socket.writeSlowly(bytes)
      else socket.write(bytes)
      const [answer] = await socket.atLeast(1)
      socket.destroy()
      return answer
    },
    close: async (): Promise<void> => {
      await hubs.close({ graceMs: 0 })
      server.close()
    },
  }
}

/** Builds the only or last frame of a message. */
export const createFrame = (opcode: number, payload: string | Buffer = '', more: Partial<Frame> = {}): Frame => ({
  opcode,
  payload: Buffer.from(payload),
  ...more,
})

/** Builds a frame that is not the last frame of its message. */
export const createNonFinalFrame = (opcode: number, payload: string | Buffer): Frame =>
  createFrame(opcode, payload, { isFinal: false })

/** Builds the frames of a message with one byte in each. */
export const createOneByteFrames = (bytes: Buffer): Frame[] => [
  ...[...bytes].map((byte, at) =>
    createNonFinalFrame(at === 0 ? opcodes.text : opcodes.continuation, Buffer.from([byte])),
  ),
  createFrame(opcodes.continuation),
]

export const encodeFrames = (...frames: Frame[]): Buffer => Buffer.concat(frames.map((each) => encodeFrame(each)))
