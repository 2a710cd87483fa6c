"""Opens a file of the host by its kernel handle, which bypasses every mount."""


def probe(given):
    def open_root():
        handle = ctypes.create_string_buffer(8 + 128)
        ctypes.memmove(handle, (128).to_bytes(4, "little"), 4)
        mount = ctypes.c_int()
        call("name_to_handle_at", -100, b"/usr", handle, ctypes.byref(mount), 0)
        os.close(call("open_by_handle_at", os.open("/usr", os.O_RDONLY), handle, os.O_RDONLY))

    attempt("open_by_handle_at", open_root)
