/** One end of a channel between a worker and the server. Messages arrive in order. */
export interface Channel {
  send(message: unknown): void;
  close(): void;
  /** Sets the receiver. Called once, before anything can arrive. */
  listen(listeners: { message(message: unknown): void; closed(): void }): void;
}

/** A message on the IPC channel that all channels of a process share. */
export type ChannelMessage =
  | { type: "line"; line: number; message: unknown }
  | { type: "line-closed"; line: number };

type Listeners = Parameters<Channel["listen"]>[0];

/** One end of all channels of a process. Only the worker opens new channels. */
export class Channels {
  readonly #post: (message: ChannelMessage) => void;
  readonly #open = new Map<number, Listeners | undefined>();
  #last = 0;

  constructor(post: (message: ChannelMessage) => void) {
    this.#post = post;
  }

  /** Opens a new channel. The caller sends its number to the other end. */
  begin(): { number: number; line: Channel } {
    const number = ++this.#last;
    return { number, line: this.open(number) };
  }

  /** Returns this end of a channel that the other end has opened. */
  open(number: number): Channel {
    this.#open.set(number, undefined);
    return {
      send: (message) => {
        if (this.#open.has(number)) this.#post({ type: "line", line: number, message });
      },
      close: () => {
        if (this.#end(number)) this.#post({ type: "line-closed", line: number });
      },
      listen: (listeners) => {
        if (this.#open.has(number)) this.#open.set(number, listeners);
      },
    };
  }

  /** Handles a message from the other process. */
  receive(message: ChannelMessage): void {
    if (message.type === "line-closed") this.#end(message.line);
    else this.#open.get(message.line)?.message(message.message);
  }

  /** Closes all channels, because the other process is gone. */
  closeAll(): void {
    for (const number of this.#open.keys()) this.#end(number);
  }

  #end(number: number): boolean {
    const listeners = this.#open.get(number);
    const wasOpen = this.#open.delete(number);
    listeners?.closed();
    return wasOpen;
  }
}
