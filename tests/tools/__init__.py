"""The tools as programs call them, through the protocol of `letopis call`, in this process."""
