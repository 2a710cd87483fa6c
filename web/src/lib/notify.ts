/** Toasts, loaded when the first one is shown. The 'alerts' of the specification (reading 8). */
export const notify = {
  async success(text: string): Promise<void> {
    (await import("sonner")).toast.success(text);
  },
  async error(text: string): Promise<void> {
    (await import("sonner")).toast.error(text);
  },
  async info(text: string): Promise<void> {
    (await import("sonner")).toast(text);
  },
};
