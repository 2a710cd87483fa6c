/** One end of a line between a run's process and the one that serves it. What is sent comes in order. */
export interface Channel {
  send(message: unknown): void;
  close(): void;
  /** Asked once, before anything can have come. */
  listen(listeners: { message(message: unknown): void; closed(): void }): void;
}

/** What goes over the channel that all lines of a process share. */
export type ChannelMessage =
  | { type: "line"; line: number; message: unknown }
  | { type: "line-closed"; line: number };

type Listeners = Parameters<Channel["listen"]>[0];

/** All lines of one process, at one of their ends. Only the run's process begins new ones. */
export class Channels {
  readonly #post: (message: ChannelMessage) => void;
  readonly #open = new Map<number, Listeners | undefined>();
  #last = 0;

  constructor(post: (message: ChannelMessage) => void) {
    this.#post = post;
  }

  /** A new line, to be told to the other end by its number. */
  begin(): { number: number; line: Channel } {
    const number = ++this.#last;
    return { number, line: this.open(number) };
  }

  /** The end of a line that the other one has begun. */
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

  /** Takes what came over the channel. */
  receive(message: ChannelMessage): void {
    if (message.type === "line-closed") this.#end(message.line);
    else this.#open.get(message.line)?.message(message.message);
  }

  /** The other process is gone. */
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
