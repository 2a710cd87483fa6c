/** Placeholder until the gallery's sections are written below. */
export function GalleryScreen() {
  return null;
}
